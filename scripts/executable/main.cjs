// Bundled with the loader, this is what Node runs when the executable starts.
"use strict";

const { getRawAsset } = require("node:sea");
const createLoader = require("./loader.cjs");

createLoader(getRawAsset, require).load("heed.js");

// Bundled with the loader, this is what Node runs when the executable starts.
"use strict";

const { getRawAsset } = require("node:sea");
const createLoader = require("./loader.cjs");

// `getRawAsset` throws for what is not there, and not every chunk has bytecode.
const bytecode = new Set(JSON.parse(Buffer.from(getRawAsset("bytecode")).latin1Slice()));
const asset = (name) => (name.startsWith("code/") || bytecode.has(name) ? getRawAsset(name) : undefined);
createLoader(asset, require).load("heed.js");

// Bundled with the loader, this is what Node runs when the executable starts.
"use strict";

const { getRawAsset } = require("node:sea");
const createLoader = require("./loader.cjs");

/** `getRawAsset` throws for what is not there. */
function asset(name) {
  try {
    return getRawAsset(name);
  } catch {
    return undefined;
  }
}

createLoader(asset, require).load("heed.js");

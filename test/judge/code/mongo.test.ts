/** What lines of MongoDB's shell do. */

import { expect, test } from "vitest";
import { mongo } from "../../../src/judge/code/mongo.ts";

test.each([
  "show dbs",
  "use app\ndb.users.countDocuments()",
  "db.users.find({age: {$gt: 30}}).limit(5).toArray()",
  'db.orders.aggregate([{$group: {_id: "$status", n: {$sum: 1}}}]).toArray()',
  "db.users.find().forEach(d => print(d.name))",
  "rs.status().members.map(m => m.stateStr)",
  'printjson(db.getSiblingDB("x").getCollectionNames())',
])("%j only asks", (program) => {
  expect(mongo(program)).toMatchObject({ certain: true });
});

test.each([
  "db.users.drop()",
  'db.users["drop"]()',
  "const d = db.users.drop; d()",
  "[db.users.drop].map(f => f())",
  'db.users.find({$where: "x"})',
  'db.users.aggregate([{"$out": "y"}])',
  "db.runCommand({shutdown: 1})",
  'load("x.js")',
  'require("fs")',
  "show x",
  "`${db.dropDatabase()}`",
])("%j may change something", (program) => {
  expect(mongo(program).certain).toBe(false);
});

#!/usr/bin/env lua
-- Closes the books.

local shop = require("shop")
local cjson = require "cjson.safe"

local function run(owner)
  local ledger = shop.open(owner)
  ledger:post(shop.money.new(5))
  print(cjson.encode(ledger))
end

run(arg[1])

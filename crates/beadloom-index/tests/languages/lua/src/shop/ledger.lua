--- The entries of one customer.

local Book = require "shop.book"
local Money = require "shop.money"
local label = require("shop.text").label

local Ledger = setmetatable({}, { __index = Book })
Ledger.__index = Ledger

local Printer = {}
Printer.__index = Printer

function Printer.new()
  return setmetatable({}, Printer)
end

function Printer:print_line(text)
  print(text)
end

--- Opens a ledger.
function Ledger.new(owner)
  local self = setmetatable({ owner = owner, entries = {} }, Ledger)
  self.printer = Printer.new()
  self.sum = Money.zero()
  return self
end

--- Posts an amount.
function Ledger:post(amount)
  self:check(amount)
  self.sum = self.sum:add(amount)
  self.printer:print_line(label(amount))
  local other = Money.new(1)
  other:label()
  for _, entry in ipairs(self.entries) do
    entry:touch()
  end
  return self:total()
end

function Ledger:check(amount)
  -- never_called(amount)
  local text = "never_called(amount)"
  return text, amount
end

function Ledger:close()
  Book.close(self)
end

return Ledger

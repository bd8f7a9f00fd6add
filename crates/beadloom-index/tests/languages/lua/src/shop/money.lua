-- An amount in a currency.

local ZERO <const> = 0
local CURRENCIES = { "EUR", "USD" }

local Money = {}
Money.__index = Money

local function check(cents)
  assert(cents >= ZERO, "too little")
  return cents
end

function Money.new(cents)
  return setmetatable({ cents = check(cents) }, Money)
end

function Money.zero()
  return Money.new(ZERO)
end

--- Adds another amount.
function Money:add(other)
  return Money.new(self.cents + other.cents)
end

function Money:label()
  return string.format("%d %s", self.cents, CURRENCIES[1])
end

return Money

--- The shop's books.
-- beadloom:domain=shop

local Ledger = require("shop.ledger")

local M = {}

M.VERSION = "1.2.0"
M.money = require("shop.money")

--- Opens a ledger.
function M.open(owner)
  local ledger = Ledger.new(owner)
  ledger:post(M.money.zero())
  return ledger
end

function M.close(ledger)
  ledger:close()
  M.report(ledger)
end

--- Says how it went.
M.report = function(ledger)
  return ledger:label()
end

return M

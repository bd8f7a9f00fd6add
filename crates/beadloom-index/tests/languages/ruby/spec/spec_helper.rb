# frozen_string_literal: true

require "shop"

# Makes ledgers for tests.
module Factory
  def a_ledger(owner = "ann")
    Shop::Ledger.new(owner)
  end
end

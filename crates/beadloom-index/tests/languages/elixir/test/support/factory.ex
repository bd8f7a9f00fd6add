defmodule Shop.Factory do
  def ledger(owner \\ "ann"), do: Shop.Billing.open(owner)
end

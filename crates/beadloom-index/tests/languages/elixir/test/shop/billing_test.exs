defmodule Shop.BillingTest do
  use ExUnit.Case, async: true

  alias Shop.{Billing, Factory}

  test "posts" do
    ledger = Factory.ledger()
    assert {:ok, _, _} = Billing.post(ledger, Shop.Billing.Entry.new(5))
    assert Shop.run("ann")
  end
end

# frozen_string_literal: true

require "spec_helper"
require "shop/ledger"

describe Shop::Ledger do
  include Factory

  it "posts" do
    ledger = Shop::Ledger.new("ann")
    ledger.post(Shop::Money.zero)
    other = a_ledger
    other.save("x")
    expect(ledger.total).to eq(0)
    get "/orders"
  end
end

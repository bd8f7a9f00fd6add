# frozen_string_literal: true

# The shop's books.
# beadloom:domain=shop

require "set"
require "shop/version"
require "shop/money"
require_relative "shop/audit"

module Shop
  autoload :Ledger, "shop/ledger"
  autoload :Refund, "shop/refund"

  # Anything that goes wrong in here.
  Error = Class.new(StandardError)

  # How the shop is set up.
  Settings = Struct.new(:currency, :limit) do
    def strict?
      limit < 100
    end
  end

  class << self
    # Changes how the shop is set up.
    def configure
      yield settings
      settings
    end

    def settings
      @settings ||= Settings.new("EUR", 100)
    end

    private

    def reset
      @settings = nil
    end
  end
end

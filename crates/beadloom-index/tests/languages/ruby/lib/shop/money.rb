# frozen_string_literal: true

module Shop
  # An amount in a currency.
  class Money
    include Comparable

    ZERO = 0
    private_constant :ZERO

    attr_reader :cents, :currency

    def self.zero(currency = "EUR")
      new(ZERO, currency)
    end

    def initialize(cents, currency)
      @cents = cents
      @currency = currency
    end

    def +(other)
      Money.new(cents + other.cents, currency)
    end

    def <=>(other)
      cents <=> other.cents
    end

    # As people write it.
    def to_label
      Format.label(self)
    end

    alias label to_label

    # How amounts are written.
    module Format
      module_function

      def label(money)
        "#{whole(money)} #{money.currency}"
      end

      def whole(money)
        money.cents / 100
      end
    end
  end
end

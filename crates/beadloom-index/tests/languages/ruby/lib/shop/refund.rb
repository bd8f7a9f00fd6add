# frozen_string_literal: true

module Shop
  # Money that goes back.
  class Refund < Book
    def initialize(ledger, amount)
      @ledger = ledger
      @amount = amount
    end

    def entries
      [@amount]
    end

    def settle
      save(@amount)
      @ledger.note("settled")
    end

    def save(amount)
      amount
    end
  end
end

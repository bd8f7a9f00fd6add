# frozen_string_literal: true

require "json"
require_relative "money"

module Shop
  # What a ledger and a refund have in common.
  class Book
    def total
      entries.sum(Money.zero)
    end

    def entries
      raise NotImplementedError
    end

    def close
      @closed = true
    end
  end

  # The entries of one customer.
  # beadloom:entity=Ledger
  class Ledger < Book
    include Audit

    LIMIT = 1_000

    attr_reader :entries, :owner

    # Finds a ledger by its owner.
    def self.find(owner, store: Store.new)
      store.fetch(owner) { new(owner) }
    end

    def initialize(owner)
      super()
      @owner = owner
      @entries = []
      @printer = Printer.new(self)
    end

    # Posts an amount. Tells the journal.
    def post(amount)
      check(amount)
      entries << amount
      note("posted #{amount.to_label}")
      @printer.print_line(amount)
      refund = Refund.new(self, amount)
      refund.settle
      total
    end

    def close
      super
      save(JSON.dump(entries))
      # never_called_in_a_comment(amount)
      text = "never_called_in_a_string(amount)"
      text.length
    end

    protected

    def save(text)
      text
    end

    private

    def check(amount)
      raise Error, "too much" if amount.cents > LIMIT
    end

    # Where ledgers are kept.
    class Store
      def fetch(owner)
        known[owner] ||= yield
      end

      def known
        @known ||= {}
      end
    end

    # Prints entries.
    class Printer
      def initialize(ledger)
        @ledger = ledger
      end

      def print_line(amount)
        puts(Money::Format.label(amount))
      end
    end
  end
end

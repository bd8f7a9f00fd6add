defmodule Shop.Billing.Entry do
  @moduledoc "One line of a ledger."

  alias Shop.Money

  defstruct [:amount]

  def new(cents), do: %__MODULE__{amount: Money.new(cents)}

  def touch(entry), do: entry

  defimpl Shop.Labelled do
    def label(entry), do: Shop.Money.label(entry.amount)
  end
end

defmodule Shop.Money do
  @moduledoc "An amount in a currency."

  @zero 0

  defstruct cents: @zero, currency: "EUR"

  @typedoc "An amount."
  @type t :: %__MODULE__{cents: non_neg_integer(), currency: String.t()}

  defguard is_money(value) when is_struct(value, __MODULE__)

  @spec new(integer) :: t
  def new(cents), do: %Shop.Money{cents: cents}

  @doc "Adds two amounts."
  def add(%__MODULE__{} = left, %__MODULE__{} = right) do
    %{left | cents: left.cents + right.cents}
  end

  def label(money), do: "#{whole(money)} #{money.currency}"

  # In whole units.
  defp whole(money), do: div(money.cents, 100)
end

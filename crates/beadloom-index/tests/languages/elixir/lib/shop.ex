defmodule Shop do
  @moduledoc """
  The shop's books. Start here.
  """

  alias Shop.Billing
  alias Shop.Billing.Entry

  @doc "Opens a ledger and posts to it."
  @spec run(String.t()) :: {:ok, Billing.t()} | {:error, term}
  def run(owner) do
    owner
    |> Billing.open()
    |> Billing.post(Entry.new(100))
  end

  def version, do: "1.2.0"
end

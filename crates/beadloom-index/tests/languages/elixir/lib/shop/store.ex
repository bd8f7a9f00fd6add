defmodule Shop.Store do
  @moduledoc "What keeps ledgers."

  @doc "Keeps one."
  @callback save(Shop.Billing.t()) :: :ok | {:error, term}

  @optional_callbacks save: 1

  defmacro __using__(_options) do
    quote do
      @behaviour Shop.Store
    end
  end
end

defmodule Shop.Store.Memory do
  @behaviour Shop.Store

  @impl true
  def save(_ledger), do: :ok

  def clear, do: :ok
end

defmodule Shop.Billing do
  @moduledoc """
  Ledgers of customers.
  """
  # beadloom:domain=billing

  use GenServer
  import Shop.Money, only: [add: 2, is_money: 1]
  import Shop.Format
  alias Shop.{Money, Store.Memory}
  alias Shop.Billing.Entry, as: Line
  require Logger

  defstruct owner: nil, entries: [], total: nil

  @type t :: %__MODULE__{owner: String.t(), total: Money.t()}

  @limit 1_000

  @doc "Opens a ledger."
  @spec open(String.t()) :: t()
  def open(owner), do: %__MODULE__{owner: owner, total: Money.new(0)}

  @doc """
  Posts an entry. Tells the log.
  """
  def post(ledger, entry)

  def post(%__MODULE__{} = ledger, %Line{amount: amount}) when is_money(amount) do
    total = add(ledger.total, amount)
    Logger.info("posted #{Money.label(amount)}")
    check(total)
    ledger = %{ledger | total: total}
    Memory.save(ledger)
    Shop.Store.Memory.clear()
    __MODULE__.close(ledger)
    shout("posted")
    module = Money
    module.label(total)
    # never_called(ledger)
    text = "never_called(ledger)"
    Enum.each(ledger.entries, fn entry -> Line.touch(entry) end)
    {:ok, ledger, text}
  end

  def post(_ledger, _other), do: {:error, :no_entry}

  def close(ledger), do: ledger

  @impl GenServer
  def init(state), do: {:ok, state}

  defp check(total) when total.cents > @limit, do: raise(Shop.Billing.TooMuch)
  defp check(_total), do: :ok
end

defmodule Shop.Billing.TooMuch do
  defexception message: "too much"
end

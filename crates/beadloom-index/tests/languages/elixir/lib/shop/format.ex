defprotocol Shop.Labelled do
  @doc "As people write it."
  def label(of)
end

defmodule Shop.Format do
  def shout(text), do: String.upcase(text)
end

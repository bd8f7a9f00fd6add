defmodule Shop.MixProject do
  use Mix.Project

  def project do
    [app: :shop, version: "1.2.0", elixirc_paths: elixirc_paths(Mix.env()), deps: deps()]
  end

  def application, do: [extra_applications: [:logger]]

  defp elixirc_paths(:test), do: ["lib", "test/support"]
  defp elixirc_paths(_), do: ["lib"]

  defp deps, do: [{:jason, "~> 1.4"}]
end

# frozen_string_literal: true

require_relative "lib/shop/version"

Gem::Specification.new do |spec|
  spec.name = "shop"
  spec.version = Shop::VERSION
  spec.summary = "Keeps the books of a shop"
  spec.authors = ["The shop"]
  spec.files = Dir["lib/**/*.rb"]
  spec.require_paths = ["lib"]
end

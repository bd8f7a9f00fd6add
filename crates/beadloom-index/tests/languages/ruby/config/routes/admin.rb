# frozen_string_literal: true

namespace :admin do
  resource :settings, only: %i[show update]
  get "reports/:year", to: "reports#show"
end

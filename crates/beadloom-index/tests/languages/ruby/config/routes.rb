# frozen_string_literal: true

Rails.application.routes.draw do
  root "orders#index"

  resources :orders, only: %i[index show] do
    member { post :pay }
    resources :lines, only: :create
  end

  scope "/api", module: "api" do
    get "status", to: "status#show"
    draw :admin
  end

  # get "/commented", to: "nothing#here"
  text = "get '/quoted', to: 'nothing#here'"
end

client.get("/users")

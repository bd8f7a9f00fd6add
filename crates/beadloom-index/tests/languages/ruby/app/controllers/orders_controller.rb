# frozen_string_literal: true

# Orders over HTTP.
class OrdersController < ApplicationController
  before_action :load_order, only: :show

  def index
    render json: Shop::Ledger.find(current_owner).entries
  end

  def show
    render json: @order
  end

  # Marks an order as paid.
  def pay
    ledger = Shop::Ledger.new(current_owner)
    ledger.post(Shop::Money.new(params[:cents], "EUR"))
    head :ok
  end

  private

  def load_order
    @order = Order.find(params[:id])
  end

  def current_owner
    session[:owner]
  end
end

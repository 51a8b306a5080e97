class OrdersController < ApplicationController
  def index
    @orders = Order.all
  end

  def create
    @order = Order.new(params[:order])
    if @order.save
      redirect_to @order
    else
      render :new
    end
  end
end

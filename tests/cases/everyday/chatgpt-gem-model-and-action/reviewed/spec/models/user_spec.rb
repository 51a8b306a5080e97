require "rails_helper"

RSpec.describe User do
  it "shows the name" do
    expect(User.new(name: "Ada").display_name).to eq("Ada")
  end
end

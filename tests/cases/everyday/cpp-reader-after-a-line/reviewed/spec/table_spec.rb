# frozen_string_literal: true

require "fastcsv"

RSpec.describe FastCSV::Table do
  subject(:table) { FastCSV.parse("name,price\nscrew,0.10\nhinge,2.50\n") }

  it "knows its size" do
    expect(table.size).to eq(2)
  end

  it "returns a column" do
    expect(table.column("name")).to eq(%w[screw hinge])
  end

  it "sums a column" do
    expect(table.sum("price")).to be_within(0.001).of(2.6)
  end

  it "filters rows" do
    expect(table.where("name", "hinge").to_hashes).to eq([{ "name" => "hinge", "price" => "2.50" }])
  end
end

# frozen_string_literal: true

require "fastcsv/table"

module FastCSV
  class Error < StandardError; end

  def self.read(path, separator: ",", header: true)
    text = File.read(path)
    parse(text, separator: separator, header: header)
  end

  def self.parse(text, separator: ",", header: true)
    rows = text.lines(chomp: true).map { |line| split(line, separator) }
    names = header ? rows.shift : nil
    Table.new(rows, names)
  end

  def self.split(line, separator)
    line.split(separator, -1)
  end
end

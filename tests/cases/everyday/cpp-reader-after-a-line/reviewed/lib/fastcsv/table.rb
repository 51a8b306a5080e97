# frozen_string_literal: true

module FastCSV
  class Table
    include Enumerable

    attr_reader :rows, :names

    def initialize(rows, names = nil)
      @rows = rows
      @names = names
    end

    def each(&block)
      return enum_for(:each) unless block

      rows.each(&block)
    end

    def size
      rows.size
    end

    def column(name)
      index = index_of(name)
      rows.map { |row| row[index] }
    end

    def sum(name)
      index = index_of(name)
      rows.sum { |row| row[index].to_f }
    end

    def min(name)
      index = index_of(name)
      rows.map { |row| row[index].to_f }.min
    end

    def max(name)
      index = index_of(name)
      rows.map { |row| row[index].to_f }.max
    end

    def where(name, value)
      index = index_of(name)
      Table.new(rows.select { |row| row[index] == value }, names)
    end

    def to_hashes
      rows.map { |row| names.zip(row).to_h }
    end

    private

    def index_of(name)
      names.index(name.to_s)
    end
  end
end

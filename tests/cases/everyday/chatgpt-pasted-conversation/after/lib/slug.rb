# frozen_string_literal: true

module Slug
  SEPARATOR = "-"

  def self.make(title)
    title.downcase.gsub(/[^a-z0-9]+/, SEPARATOR)
  end

  def self.unique(title, taken)
    slug = make(title)
    n = 1
    while taken.include?(slug)
      n += 1
      slug = "#{make(title)}#{SEPARATOR}#{n}"
    end
    slug
  end
end

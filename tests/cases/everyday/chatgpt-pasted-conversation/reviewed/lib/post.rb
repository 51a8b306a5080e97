# frozen_string_literal: true

require_relative "slug"

class Post
  attr_reader :title, :body, :slug

  def initialize(title, body, taken: [])
    @title = title
    @body = body
    @slug = Slug.unique(title, taken)
  end

  def summary(length = 80)
    body[0, length]
  end

  def to_h
    { title: title, slug: slug, summary: summary }
  end
end

class Post < ApplicationRecord
  belongs_to :user

  def preview
    body.truncate(200)
  end
end

class Booking < ApplicationRecord
  belongs_to :room
  belongs_to :guest, class_name: "User"

  validates :starts_on, :ends_on, presence: true
  validate :ends_after_start
  validate :room_is_free, if: -> { starts_on && ends_on && room }

  after_create_commit :notify_guest

  scope :upcoming, -> { where("starts_on >= ?", Date.current) }
  scope :for_room, ->(room) { where(room: room) }
  scope :overlapping, ->(from, to) { where("starts_on < ? AND ends_on > ?", to, from) }

  def nights
    (ends_on - starts_on).to_i
  end

  def total_price
    nights * room.price_per_night
  end

  private

  def notify_guest
    BookingMailer.confirmation(self).deliver_later
  end

  def ends_after_start
    return if starts_on.nil? || ends_on.nil?

    errors.add(:ends_on, "must be after the start date") if ends_on <= starts_on
  end

  def room_is_free
    taken = Booking.for_room(room).overlapping(starts_on, ends_on).where.not(id: id)
    errors.add(:base, "The room is already booked for these dates") if taken.exists?
  end
end

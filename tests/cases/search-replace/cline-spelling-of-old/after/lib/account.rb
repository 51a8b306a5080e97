class Account
  def initialize(owner)
    @owner = owner.strip
  end

  def to_s
    "#{@owner}'s account"
  end
end

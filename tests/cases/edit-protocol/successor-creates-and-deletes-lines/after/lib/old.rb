require 'json'

puts JSON

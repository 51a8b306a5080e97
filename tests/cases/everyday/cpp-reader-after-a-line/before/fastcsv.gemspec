Gem::Specification.new do |spec|
  spec.name = "fastcsv"
  spec.version = "0.2.0"
  spec.summary = "CSV reader with a native core"
  spec.authors = ["The fastcsv authors"]
  spec.license = "MIT"
  spec.required_ruby_version = ">= 3.0"

  spec.files = Dir["lib/**/*.rb", "ext/**/*.{cpp,hpp,rb}"]
  spec.extensions = ["ext/fastcsv/extconf.rb"]

  spec.add_development_dependency "rake-compiler", "~> 1.2"
  spec.add_development_dependency "rspec", "~> 3.12"
end

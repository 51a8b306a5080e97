variable "region" {
  type    = string
  default = "eu-central-1"
}

variable "bucket" {
  type    = string
  default = "acme-assets"
}

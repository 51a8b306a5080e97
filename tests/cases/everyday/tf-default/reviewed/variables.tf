variable "environment" {
  type    = string
  default = "staging"
}

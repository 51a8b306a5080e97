variable "region" {
  type    = string
  default = "us-east-1"
}

variable "project" {
  type = string
}

variable "db_username" {
  type = string
}

variable "db_password" {
  type      = string
  sensitive = true
}

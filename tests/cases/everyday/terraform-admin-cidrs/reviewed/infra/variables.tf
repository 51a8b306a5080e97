variable "region" {
  description = "AWS region"
  type        = string
  default     = "eu-central-1"
}

variable "environment" {
  description = "Name of the environment"
  type        = string
}

variable "instance_type" {
  description = "Type of the web instances"
  type        = string
  default     = "t3.micro"
}

variable "admin_cidrs" {
  description = "Networks that may use SSH"
  type        = list(string)
}

variable "region" {
  description = "AWS region"
  type        = string
  default     = "eu-central-1"
}

variable "project" {
  description = "Prefix of all resource names"
  type        = string
}

variable "environment" {
  description = "dev, staging or prod"
  type        = string

  validation {
    condition     = contains(["dev", "staging", "prod"], var.environment)
    error_message = "Unknown environment."
  }
}

variable "assets_retention_days" {
  description = "Days until old versions of assets are deleted"
  type        = number
  default     = 90
}

terraform {
  required_version = ">= 1.2"
}

provider "aws" {
  region = "us-east-1"
}

resource "aws_s3_bucket" "logs" {
  bucket = "acme-logs"
}

resource "aws_instance" "web" {
  ami           = "ami-0abc"
  instance_type = "t2.micro"
}

terraform { required_version = ">= 1.0" }
provider "aws" { region = var.region }
variable "region" { type = string
 default = "eu" }
locals { name = "x"
 limit = 10 }
resource "aws_instance" "web" {
  ami = "x"
  lifecycle { create_before_destroy = true }
}
data "aws_ami" "ubuntu" { most_recent = true }
module "vpc" { source = "./vpc" }
output "ip" { value = aws_instance.web.id }

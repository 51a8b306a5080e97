class A
  x = 1
end

class A
  x = 2
end

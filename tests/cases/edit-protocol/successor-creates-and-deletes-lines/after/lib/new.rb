module New
end

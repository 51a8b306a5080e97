package com.acme;

import java.util.ArrayList;
import java.util.List;

public class UserService {
    private final UserRepository repository;

    public UserService(UserRepository repository) {
        this.repository = repository;
    }

    public User find(Long id) {
        return repository.findById(id).get();
    }

    public List<String> names() {
        List<String> result = new ArrayList<>();
        for (User user : repository.findAll()) {
            result.add(user.getName());
        }
        return result;
    }
}

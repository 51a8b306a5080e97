package com.acme;

import java.util.ArrayList;
import java.util.List;

public class UserService {
    private final UserRepository repository;

    public UserService(UserRepository repository) {
        this.repository = repository;
    }

    public User find(long id) {
        return repository.findById(id);
    }

    public List<String> names() {
        List<String> result = new ArrayList<>();
        for (User user : repository.findAll()) {
            result.add(user.getName());
        }
        return result;
    }
}

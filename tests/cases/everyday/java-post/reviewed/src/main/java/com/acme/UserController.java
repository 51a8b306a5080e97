package com.acme;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class UserController {
    private final UserService service;

    public UserController(UserService service) {
        this.service = service;
    }

    @GetMapping("/users/{id}")
    public User get(@PathVariable Long id) {
        return service.find(id);
    }

    @PostMapping("/users")
    public User create(@RequestBody User user) {
        return service.create(user);
    }
}

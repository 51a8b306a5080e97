<?php

function greet($name)
{
    return "Hello " . $name;
}

function part($name)
{
    return "Bye " . $name;
}

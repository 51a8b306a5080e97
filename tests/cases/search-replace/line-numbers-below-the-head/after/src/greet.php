<?php

function greet($name)
{
    return "Hello, " . $name . "!";
}

function leave($name)
{
    return "Bye, " . $name . "!";
}

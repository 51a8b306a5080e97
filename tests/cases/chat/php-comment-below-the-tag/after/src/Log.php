<?php
class Log {}

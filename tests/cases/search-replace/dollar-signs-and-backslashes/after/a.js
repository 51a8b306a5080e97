const price = "$& $1 $$ $` \1 \n \\";

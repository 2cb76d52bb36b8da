<%@ page contentType="text/plain;charset=UTF-8" session="false" %>part of n=${param.n}, <%= request.getDispatcherType() %>
